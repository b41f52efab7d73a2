import { create } from 'zustand';

/** How long a browser that allows sound may take to begin with it. */
const startMs = 1000;

interface SoundState {
  /** An alarm wanted to sound and the browser did not let it: somebody has to press first. */
  isBlocked: boolean;
}

export const useSound = create<SoundState>(() => ({ isBlocked: false }));

let context: AudioContext | null = null;
/** The alarm that is to sound as soon as the browser begins. */
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
  // Without a press before it, this waits until there is one and is asked for again then.
  if (context.state !== 'running') void context.resume().then(began, () => undefined);
  return context;
}

/** Browsers allow sound only after a press: readies it then. Returns the removal. */
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

/** What did not begin in time does not sound later, when somebody happens to press: the button for it asks first. */
function giveUp(): void {
  if (context?.state === 'running') return;
  waiting = null;
  useSound.setState({ isBlocked: true });
}

/** Two rising tones, three times at level 4; when the browser has not allowed sound yet, the state says so. */
export function playAlarm(level: number): void {
  newest = level;
  const audio = ready();
  if (audio.state === 'running') return sound(audio, level);
  waiting = level;
  setTimeout(giveUp, startMs);
}

/** After a press on the button for it: lets the newest alarm sound, and those that follow. */
export function allowSound(): void {
  waiting = newest;
  if (ready().state === 'running') began();
}
