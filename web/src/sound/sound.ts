/** Sounds made in the browser: short wooden knocks and quiet tones, no files. */

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low_time' | 'notice';

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
  end: [tone(0, 523), tone(0.14, 659), tone(0.28, 784)],
  low_time: [tone(0, 880), tone(0.18, 880)],
  notice: [tone(0, 587)],
};

let context: AudioContext | null = null;

/** Plays a sound. Browsers stay silent until the first interaction with the page. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    for (const one of TONES[sound]) ring(context, one);
  } catch {
    // The app works without sound.
  }
}

function ring(audio: AudioContext, { at, hertz, seconds, loud, shape }: Tone): void {
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
