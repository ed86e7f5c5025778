/** Sounds made in the browser: short wooden knocks and quiet tones, no files. */
import type { Settings, Volume } from '../settings/settings';

/** `end` is the end of a game without a winner, or for somebody who does not play. */
export type Sound = 'move' | 'capture' | 'check' | 'win' | 'loss' | 'end' | 'low_time' | 'notice';

interface Tone {
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  readonly loud: number;
  readonly shape: OscillatorType;
}

const knock = (at: number, hertz: number, loud: number): Tone => ({
  at,
  hertz,
  seconds: 0.07,
  loud,
  shape: 'triangle',
});
const tone = (at: number, hertz: number): Tone => ({
  at,
  hertz,
  seconds: 0.22,
  loud: 0.14,
  shape: 'sine',
});

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [knock(0, 230, 0.5)],
  capture: [knock(0, 180, 0.5), knock(0.05, 320, 0.4)],
  check: [knock(0, 230, 0.5), tone(0.05, 660)],
  win: [tone(0, 523), tone(0.14, 659), tone(0.28, 784)],
  loss: [tone(0, 392), tone(0.14, 330), tone(0.28, 262)],
  end: [tone(0, 523), tone(0.14, 659), tone(0.28, 523)],
  low_time: [tone(0, 880), tone(0.18, 880)],
  notice: [tone(0, 587)],
};

/** The factor of each volume; the loudest tone times the largest one is below 1. */
const FACTORS: Readonly<Record<Volume, number>> = { low: 0.35, medium: 1, high: 1.8 };
/** How long a sound may wait for the browser before it is too late for it. */
const MAX_WAIT_MS = 300;

let context: AudioContext | null = null;

/**
 * Plays a sound, unless sounds are off. Browsers stay silent until the first interaction with the
 * page, and what could not be heard in time is dropped.
 */
export function play(
  sound: Sound,
  { sound: isOn, volume }: Pick<Settings, 'sound' | 'volume'>,
): void {
  if (!isOn) return;
  try {
    const audio = (context ??= new AudioContext());
    const ring = (): void => ringAll(audio, TONES[sound], FACTORS[volume]);
    if (audio.state === 'running') return ring();
    // Its time stands still: tones that are scheduled now would all be heard when it goes on.
    const asked = performance.now();
    const resumed = (): void => {
      if (performance.now() - asked <= MAX_WAIT_MS) ring();
    };
    audio.resume().then(resumed, () => undefined);
  } catch {
    // The app works without sound.
  }
}

function ringAll(audio: AudioContext, tones: readonly Tone[], factor: number): void {
  for (const one of tones) ringOne(audio, { ...one, loud: one.loud * factor });
}

function ringOne(audio: AudioContext, { at, hertz, seconds, loud, shape }: Tone): void {
  const begin = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(hertz, begin);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds);
}
