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

export type PersistentStop = ReturnType<typeof createPersistentStop>;

export function createPersistentStop({ send, serverNow, onStopped, onFailed, onReturn, isWanted }: Context) {
  const listeners = new Set<() => void>();
  let shown: StopState = { kind: 'idle' };
  let pressedAt: number | null = null;
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while another attempt waits for its moment. */
  let stopWaiting: (() => void) | undefined;

  const show = (next: StopState): void => {
    shown = next;
    for (const listener of listeners) listener();
  };

  const rest = (): void => {
    clearTimeout(timer);
    stopWaiting?.();
    stopWaiting = undefined;
    failures = 0;
    if (shown.kind !== 'idle') show({ kind: 'idle' });
  };

  const tryLater = (obstacle: Obstacle, error: unknown): void => {
    failures += 1;
    stopWaiting ??= onReturn(() => void attempt());
    const delayMs = Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
    const askedMs = error instanceof ApiFailure ? (error.retryAfterMs ?? 0) : 0;
    timer = setTimeout(() => void attempt(), Math.max(delayMs, askedMs));
    show({ kind: 'unconfirmed', obstacle, isTrying: false });
  };

  async function attempt(): Promise<void> {
    if (isSending) return;
    clearTimeout(timer);
    if (!isWanted()) return rest();
    isSending = true;
    const { status, error } = await send(failures === 0 ? null : pressedAt).then(
      (confirmed) => ({ status: confirmed, error: null }),
      (failure: unknown) => ({ status: null, error: failure }),
    );
    isSending = false;
    // After an attempt without an answer, a bot that isn't running was stopped by that attempt.
    const wasStopped = failures > 0 && failureCode(error) === 'not_running';
    if (error === null || wasStopped) {
      rest();
      return onStopped(status);
    }
    // Called off while it was on its way: nobody waits for it anymore.
    if (shown.kind === 'idle') return;
    const obstacle = obstacleOf(error);
    if (obstacle === null) {
      rest();
      return onFailed(error, false);
    }
    tryLater(obstacle, error);
    if (failures === 1) onFailed(error, true);
  }

  return {
    state: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    press() {
      if (shown.kind !== 'sending') pressedAt = serverNow();
      show(shown.kind === 'unconfirmed' ? { ...shown, isTrying: true } : { kind: 'sending' });
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
