"""The first page: samples, recent studies, and the way to a new one."""
