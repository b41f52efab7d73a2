let context: AudioContext | null = null;

function unlock(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** Browsers allow sound only after a first press: readies it then. Returns the removal. */
export function unlockSound(): () => void {
  const stop = new AbortController();
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, unlock, { once: true, signal: stop.signal });
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

/** Two rising tones, three times at level 4; silent when the browser has not allowed sound yet. */
export function playAlarm(level: number): void {
  if (!context || context.state !== 'running') return;
  const rounds = level >= 4 ? 3 : 1;
  for (let round = 0; round < rounds; round += 1) {
    const at = context.currentTime + round * 0.8;
    beep(context, at, 740);
    beep(context, at + 0.32, 988);
  }
}
