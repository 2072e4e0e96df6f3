// Small sounds made on the spot, so that no file must be fetched. Silent unless the person wants sound.
import { useSettings } from './settings';

/** What can be heard. */
export type SoundName = 'move' | 'capture' | 'end' | 'notice';

interface Tone {
  /** Hertz at the beginning and at the end. */
  from: number;
  to: number;
  /** Seconds after the start. */
  at: number;
  seconds: number;
  volume: number;
  shape: OscillatorType;
}

const TONES: Record<SoundName, readonly Tone[]> = {
  move: [{ from: 420, to: 180, at: 0, seconds: 0.07, volume: 0.22, shape: 'triangle' }],
  capture: [
    { from: 520, to: 140, at: 0, seconds: 0.09, volume: 0.26, shape: 'triangle' },
    { from: 190, to: 90, at: 0.035, seconds: 0.1, volume: 0.2, shape: 'square' },
  ],
  end: [
    { from: 392, to: 392, at: 0, seconds: 0.16, volume: 0.14, shape: 'sine' },
    { from: 523, to: 523, at: 0.14, seconds: 0.16, volume: 0.14, shape: 'sine' },
    { from: 659, to: 659, at: 0.28, seconds: 0.3, volume: 0.14, shape: 'sine' },
  ],
  notice: [{ from: 660, to: 880, at: 0, seconds: 0.14, volume: 0.12, shape: 'sine' }],
};

let context: AudioContext | null = null;

/** Plays a sound, if the person wants sound and the browser allows it. */
export function playSound(name: SoundName): void {
  if (!useSettings.getState().sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers keep a context asleep until the person has touched the page.
  if (context.state === 'suspended') void context.resume();
  for (const tone of TONES[name]) {
    const start = context.currentTime + tone.at;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = tone.shape;
    oscillator.frequency.setValueAtTime(tone.from, start);
    oscillator.frequency.exponentialRampToValueAtTime(tone.to, start + tone.seconds);
    gain.gain.setValueAtTime(tone.volume, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + tone.seconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + tone.seconds);
  }
}
