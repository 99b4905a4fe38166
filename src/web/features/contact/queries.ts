// The mutation that sends a message to the operator.
import { useMutation } from '@tanstack/react-query';
import { api, bare } from '#web/lib/server/api.ts';

export const useSendMessage = () => useMutation({ mutationFn: bare(api.contact.send) });
