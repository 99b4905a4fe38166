// The connection's state as a stamp.
import type { ConnectionState } from '#domain/closet.ts';
import { Stamp } from '#web/ui/stamp.tsx';
import { connectionStamps } from './connection-messages.ts';

export const ConnectionStamp = ({ state }: { state: ConnectionState }) => (
  <Stamp kind={connectionStamps[state].kind}>{connectionStamps[state].label}</Stamp>
);
