// Stops the bot, and keeps trying until the server confirms it.
import { ApiFailure } from '#contract/failure.ts';
import type { BotStatus } from '#contract/schemas/bot.ts';
import { failureCode } from '#web/lib/server/api.ts';

/** What keeps the server from confirming the stop. */
type Obstacle = 'no_connection' | 'no_answer' | 'signed_out';

/** `sending`: the seller waits for the first answer. `unconfirmed`: the bot may still share, and another attempt follows. */
export type StopState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'unconfirmed'; obstacle: Obstacle; isTrying: boolean };

export type PersistentStop = {
  state(): StopState;
  subscribe(listener: () => void): () => void;
  /** Stops the bot, or tries again at once. */
  press(): void;
  /** The seller no longer wants the stop. */
  callOff(): void;
};

type Context = {
  /** Rejects with an `ApiFailure`, even if no answer comes in time. */
  send(): Promise<BotStatus>;
  /** Confirmed. Without a status, an earlier attempt did it whose answer was lost. */
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

export function createPersistentStop({ send, onStopped, onFailed, onReturn, isWanted }: Context): PersistentStop {
  const listeners = new Set<() => void>();
  let state: StopState = { kind: 'idle' };
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWaiting: (() => void) | undefined;

  const change = (next: StopState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const rest = () => {
    clearTimeout(timer);
    stopWaiting?.();
    stopWaiting = undefined;
    failures = 0;
    if (state.kind !== 'idle') change({ kind: 'idle' });
  };

  const attempt = async (): Promise<void> => {
    if (isSending) return;
    clearTimeout(timer);
    if (!isWanted()) return rest();
    isSending = true;
    const outcome = await send().then(
      (status) => ({ status, error: null }),
      (error: unknown) => ({ status: null, error }),
    );
    isSending = false;
    // After an attempt without an answer, a bot that isn't running was stopped by that attempt.
    const wasStopped = failures > 0 && failureCode(outcome.error) === 'not_running';
    if (outcome.error === null || wasStopped) {
      rest();
      return onStopped(outcome.status);
    }
    // Called off while it was on its way: nobody waits for it anymore.
    if (state.kind === 'idle') return;
    const obstacle = obstacleOf(outcome.error);
    if (obstacle === null) {
      rest();
      return onFailed(outcome.error, false);
    }
    tryLater(obstacle, outcome.error);
    if (failures === 1) onFailed(outcome.error, true);
  };
  const tryLater = (obstacle: Obstacle, error: unknown) => {
    failures += 1;
    stopWaiting ??= onReturn(() => void attempt());
    const delayMs = Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
    const askedMs = error instanceof ApiFailure ? (error.retryAfterMs ?? 0) : 0;
    timer = setTimeout(() => void attempt(), Math.max(delayMs, askedMs));
    change({ kind: 'unconfirmed', obstacle, isTrying: false });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press() {
      change(state.kind === 'unconfirmed' ? { ...state, isTrying: true } : { kind: 'sending' });
      void attempt();
    },
    callOff: rest,
  };
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
