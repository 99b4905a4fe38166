// A call that changes something at the server, and what is read again once it has ended.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { bare } from './api.ts';

/** Until what `after` returns is done, the change counts as pending. */
export const useChange = <Input, Reply>(
  call: (input: Input) => Promise<Reply>,
  after: (client: QueryClient) => Promise<void> | void,
) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: bare(call), onSettled: () => after(client) });
};
