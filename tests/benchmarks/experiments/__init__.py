"""What the program's learning and asking are worth: simulated people, made and real data."""
