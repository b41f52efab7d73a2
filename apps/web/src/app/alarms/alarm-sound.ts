import { create } from 'zustand';

/** Time a browser that allows sound may take to start it. */
const startMs = 1000;

interface SoundState {
  /** The browser blocked the sound of an alarm; the user has to click first. */
  isBlocked: boolean;
}

export const useSound = create<SoundState>(() => ({ isBlocked: false }));

let context: AudioContext | null = null;
/** Level of the alarm that sounds as soon as the browser starts audio. */
let waiting: number | null = null;
let newest = 0;

function began(): void {
  if (context?.state !== 'running') return;
  useSound.setState({ isBlocked: false });
  if (waiting !== null) sound(context, waiting);
  waiting = null;
}

function ready(): AudioContext {
  if (!context) {
    context = new AudioContext();
    context.addEventListener('statechange', began);
  }
  // Without an earlier click this promise waits; `resume` is called again after the click.
  if (context.state !== 'running') void context.resume().then(began, () => undefined);
  return context;
}

/** Prepares audio on the first click, as browsers demand. Returns a function that removes the listeners. */
export function unlockSound(): () => void {
  const stop = new AbortController();
  const unlock = (): void => {
    if (ready().state === 'running') stop.abort();
  };
  for (const name of ['pointerdown', 'pointerup', 'keydown'])
    document.addEventListener(name, unlock, { signal: stop.signal });
  return () => stop.abort();
}

function beep(audio: AudioContext, at: number, frequency: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
  volume.gain.linearRampToValueAtTime(0, at + 0.28);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.3);
}

function sound(audio: AudioContext, level: number): void {
  const rounds = level >= 4 ? 3 : 1;
  for (let round = 0; round < rounds; round += 1) {
    const at = audio.currentTime + round * 0.8;
    beep(audio, at, 740);
    beep(audio, at + 0.32, 988);
  }
}

/** A sound that did not start in time is dropped, so that a later click does not play it; the sound button is shown. */
function giveUp(): void {
  if (context?.state === 'running') return;
  waiting = null;
  useSound.setState({ isBlocked: true });
}

/** Two rising tones, three times at level 4; sets `isBlocked` when the browser does not allow sound yet. */
export function playAlarm(level: number): void {
  newest = level;
  const audio = ready();
  if (audio.state === 'running') return sound(audio, level);
  waiting = level;
  setTimeout(giveUp, startMs);
}

export function allowSound(): void {
  waiting = newest;
  if (ready().state === 'running') began();
}
