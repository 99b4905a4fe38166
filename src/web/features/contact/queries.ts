// The mutation that sends a message to the operator.
import { useMutation } from '@tanstack/react-query';
import { bare } from '#web/lib/server/api.ts';
import { laterApi } from '#web/lib/server/later-api.ts';

export const useSendMessage = () => useMutation({ mutationFn: bare(laterApi.contact.send) });
