// Stops the bot, and keeps trying until the server confirms it.
import type { BotStatus } from '#contract/bot/bot.ts';
import { ApiFailure } from '#contract/failure.ts';
import { failureCode } from '#web/lib/server/api.ts';

type Obstacle = 'no_connection' | 'no_answer' | 'signed_out';

/** `sending`: the seller waits for the first answer. `unconfirmed`: the bot may still share, and another attempt follows. */
export type StopState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'unconfirmed'; obstacle: Obstacle; isTrying: boolean };

export type PersistentStop = {
  state(): StopState;
  subscribe(listener: () => void): () => void;
  press(): void;
  callOff(): void;
};

type Context = {
  /**
   * Rejects with an `ApiFailure`, even if no answer comes in time. `pressedAt` is null at the first attempt. A later one may come
   * hours after the press, and the seller may have started the bot again elsewhere.
   */
  send(pressedAt: number | null): Promise<BotStatus>;
  /** The server's time, as far as this page knows it. */
  serverNow(): number | null;
  onStopped(status: BotStatus | null): void;
  /** Refused, or not confirmed at the first attempt. `keepsTrying` says which. */
  onFailed(error: unknown, keepsTrying: boolean): void;
  /** Calls back when another attempt is worth it at once, until the returned function is called. */
  onReturn(act: () => void): () => void;
  /** False once the stop belongs to nobody: the seller signed out. */
  isWanted(): boolean;
};

const firstDelayMs = 2_000;
const longestDelayMs = 10_000;

type Stopping = {
  readonly context: Context;
  readonly listeners: Set<() => void>;
  shown: StopState;
  pressedAt: number | null;
  isSending: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while another attempt waits for its moment. */
  stopWaiting: (() => void) | undefined;
};

export function createPersistentStop(context: Context): PersistentStop {
  const stopping: Stopping = {
    context,
    listeners: new Set(),
    shown: { kind: 'idle' },
    pressedAt: null,
    isSending: false,
    failures: 0,
    timer: undefined,
    stopWaiting: undefined,
  };
  return {
    state: () => stopping.shown,
    subscribe(listener) {
      stopping.listeners.add(listener);
      return () => stopping.listeners.delete(listener);
    },
    press() {
      const { shown } = stopping;
      if (shown.kind !== 'sending') stopping.pressedAt = context.serverNow();
      show(stopping, shown.kind === 'unconfirmed' ? { ...shown, isTrying: true } : { kind: 'sending' });
      void attempt(stopping);
    },
    callOff: () => rest(stopping),
  };
}

function show(stopping: Stopping, next: StopState): void {
  stopping.shown = next;
  for (const listener of stopping.listeners) listener();
}

function rest(stopping: Stopping): void {
  clearTimeout(stopping.timer);
  stopping.stopWaiting?.();
  stopping.stopWaiting = undefined;
  stopping.failures = 0;
  if (stopping.shown.kind !== 'idle') show(stopping, { kind: 'idle' });
}

async function attempt(stopping: Stopping): Promise<void> {
  const { send, onStopped, onFailed, isWanted } = stopping.context;
  if (stopping.isSending) return;
  clearTimeout(stopping.timer);
  if (!isWanted()) return rest(stopping);
  stopping.isSending = true;
  const outcome = await send(stopping.failures === 0 ? null : stopping.pressedAt).then(
    (status) => ({ status, error: null }),
    (error: unknown) => ({ status: null, error }),
  );
  stopping.isSending = false;
  // After an attempt without an answer, a bot that isn't running was stopped by that attempt.
  const wasStopped = stopping.failures > 0 && failureCode(outcome.error) === 'not_running';
  if (outcome.error === null || wasStopped) {
    rest(stopping);
    return onStopped(outcome.status);
  }
  // Called off while it was on its way: nobody waits for it anymore.
  if (stopping.shown.kind === 'idle') return;
  const obstacle = obstacleOf(outcome.error);
  if (obstacle === null) {
    rest(stopping);
    return onFailed(outcome.error, false);
  }
  tryLater(stopping, obstacle, outcome.error);
  if (stopping.failures === 1) onFailed(outcome.error, true);
}

function tryLater(stopping: Stopping, obstacle: Obstacle, error: unknown): void {
  stopping.failures += 1;
  stopping.stopWaiting ??= stopping.context.onReturn(() => void attempt(stopping));
  const delayMs = Math.min(firstDelayMs * 2 ** (stopping.failures - 1), longestDelayMs);
  const askedMs = error instanceof ApiFailure ? (error.retryAfterMs ?? 0) : 0;
  stopping.timer = setTimeout(() => void attempt(stopping), Math.max(delayMs, askedMs));
  show(stopping, { kind: 'unconfirmed', obstacle, isTrying: false });
}

/** Why an attempt may succeed later; null if the server refused the stop itself. */
function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof ApiFailure)) return 'no_answer';
  const { status } = error;
  if (status === 0) return 'no_connection';
  if (status === 401) return 'signed_out';
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  // A proxy or a hotel's sign-in page may even answer 200.
  return isRefused ? null : 'no_answer';
}
