"""A musical phrase that loops without a seam, ways to spoil it, and what can be measured of it.

Every step treats the phrase as a circle: what rings on past its end is heard at its beginning.
"""

import io
import wave

import numpy as np

from tests.samples.writing import chance

RATE = 44_100
N_NOTES = 8
NOTE_S = 0.24
LENGTH = round(N_NOTES * NOTE_S * RATE)
LEVEL = 0.1  # root mean square of every sound
FLOOR_DB = -45.0

MELODY = (62, 69, 74, 77, 76, 72, 69, 65)  # MIDI numbers: D minor, with a step through its sixth
BASS = {0: 38, 4: 41}
FRAME = LENGTH // 63  # divides the loop, so that frames go round it evenly
FRAME_BANDS = 24


def phrase() -> np.ndarray:
    """Plucked melody over two bass notes, with a soft brush between the beats."""
    sound = np.zeros(LENGTH)
    for place, key in enumerate(MELODY):
        _add(sound, place, _pluck(key, 0.9))
    for place, key in BASS.items():
        _add(sound, place, 1.6 * _pluck(key, 1.6))
    for place in range(1, N_NOTES, 2):
        _add(sound, place, _brush(place))
    return levelled(sound)


def levelled(sound: np.ndarray) -> np.ndarray:
    """The same sound at the common level."""
    return sound * (LEVEL / np.sqrt(np.mean(sound**2)))


def filtered(sound: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """A gain for every frequency of `frequencies()`."""
    return np.fft.irfft(np.fft.rfft(sound) * gain, LENGTH)


def frequencies() -> np.ndarray:
    return np.fft.rfftfreq(LENGTH, 1.0 / RATE)


def without_highs(sound: np.ndarray, corner: float) -> np.ndarray:
    return filtered(sound, 1.0 / np.sqrt(1.0 + (frequencies() / corner) ** 8))


def without_lows(sound: np.ndarray, corner: float) -> np.ndarray:
    ratio = (frequencies() / corner) ** 8
    return filtered(sound, np.sqrt(ratio / (1.0 + ratio)))


def with_hiss(sound: np.ndarray, decibels: float) -> np.ndarray:
    """Noise at a level relative to the sound."""
    noise = levelled(without_lows(chance(7).standard_normal(LENGTH), 500.0))
    return sound + 10.0 ** (decibels / 20.0) * noise


def in_steps(sound: np.ndarray, bits: float) -> np.ndarray:
    step = 2.0 * np.abs(sound).max() / 2.0**bits
    return step * np.rint(sound / step)


def sampled_slowly(sound: np.ndarray, hold: int) -> np.ndarray:
    """Each sample held for `hold` samples, nothing smoothed."""
    return np.repeat(sound[::hold], hold)[:LENGTH]


def clipped(sound: np.ndarray, share: float) -> np.ndarray:
    """The peaks cut off at a share of the highest."""
    bound = share * np.abs(sound).max()
    return np.clip(sound, -bound, bound)


def with_wow(sound: np.ndarray, swings: int, depth_s: float) -> np.ndarray:
    """Time runs unevenly, as on a worn tape."""
    place = np.arange(LENGTH)
    swing = depth_s * RATE * np.sin(2.0 * np.pi * swings * place / LENGTH)
    return np.interp(place + swing, place, sound, period=LENGTH)


def with_early_shadow(sound: np.ndarray, lead_s: float) -> np.ndarray:
    """Blurred noise shortly before each attack, as a thrifty coder leaves it."""
    n_lead = round(lead_s * RATE)
    blur = np.zeros(LENGTH)
    blur[-n_lead:] = chance(8).standard_normal(n_lead) * np.linspace(0.2, 1.0, n_lead)
    shadow = np.fft.irfft(np.fft.rfft(sound) * np.fft.rfft(blur), LENGTH)
    return sound + 0.6 * levelled(shadow)


def wav(sound: np.ndarray) -> bytes:
    """16 bits, one channel."""
    # Rounded twice: values that differ in the last digit must end as one.
    samples = np.rint(np.round(sound * 32_767.0, 4)).astype("<i2")
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return content.getvalue()


def measures(sound: np.ndarray, original: np.ndarray) -> list[float]:
    """Centroid and bandwidth in kHz, crest factor and likeness to the original in dB."""
    power = np.abs(np.fft.rfft(sound)) ** 2
    khz = frequencies() / 1000.0
    centroid = power @ khz / power.sum()
    bandwidth = np.sqrt(power @ (khz - centroid) ** 2 / power.sum())
    crest = 20.0 * np.log10(np.abs(sound).max() / LEVEL)
    kept = (sound @ original) / (original @ original) * original
    rest = np.mean((sound - kept) ** 2) + 1e-6 * np.mean(kept**2)  # at most 60 dB
    likeness = 10.0 * np.log10(np.mean(kept**2) / rest)
    return [centroid, bandwidth, crest, likeness]


def band_levels(sound: np.ndarray) -> np.ndarray:
    """Levels in dB of short frames in bands as wide as hearing's, shape (n_frames, n_bands)."""
    window = np.hanning(2 * FRAME)
    places = np.arange(0, LENGTH, FRAME)[:, None] + np.arange(2 * FRAME)
    power = np.abs(np.fft.rfft(sound[places % LENGTH] * window, axis=1)) ** 2
    mel = np.log1p(np.fft.rfftfreq(2 * FRAME, 1.0 / RATE) / 700.0)
    band = np.minimum(FRAME_BANDS * mel / mel[-1], FRAME_BANDS - 1).astype(int)
    total = np.stack([power[:, band == k].sum(axis=1) for k in range(FRAME_BANDS)], axis=1)
    decibels = 10.0 * np.log10(total + 1e-12)
    return np.maximum(decibels, decibels.max() + FLOOR_DB)


def _add(sound: np.ndarray, place: int, note: np.ndarray) -> None:
    start = round(place * NOTE_S * RATE)
    np.add.at(sound, (start + np.arange(len(note))) % LENGTH, note)


def _pluck(key: int, length_s: float) -> np.ndarray:
    """A string: high partials are weaker and die sooner."""
    time = np.arange(round(length_s * RATE)) / RATE
    pitch = 440.0 * 2.0 ** ((key - 69) / 12.0)
    note = np.zeros(len(time))
    for partial in range(1, 25):
        frequency = pitch * partial * np.sqrt(1.0 + 0.0002 * partial**2)
        if frequency < 16_000.0:
            strength = np.sin(np.pi * partial * 0.17) / partial**1.1
            fall = np.exp(-time * (2.5 + 0.9 * partial))
            note += strength * fall * np.sin(2.0 * np.pi * frequency * time)
    ramp = np.minimum(time / 0.003, 1.0) * np.minimum((length_s - time) / 0.05, 1.0)
    return ramp * note


def _brush(place: int) -> np.ndarray:
    time = np.arange(round(0.15 * RATE)) / RATE
    hiss = np.diff(chance(100 + place).standard_normal(len(time) + 1))
    return 0.05 * hiss * np.minimum(time / 0.01, 1.0) * np.exp(-time / 0.03)
