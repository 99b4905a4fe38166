// Queries and mutations of imported sales.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bare } from '#web/lib/server/api.ts';
import { laterApi } from '#web/lib/server/later-api.ts';
import { pricingKeys } from '../queries.ts';

export const salesImportsQuery = queryOptions({
  queryKey: pricingKeys.imports,
  queryFn: ({ signal }) => laterApi.saleImports.imports({}, { signal }),
});

/** Other comparables make every estimate out of date. */
const useSalesChange = <Input, Reply>(call: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: bare(call),
    onSettled: () => void client.invalidateQueries({ queryKey: pricingKeys.all }),
  });
};

export const useImportSales = () => useSalesChange(laterApi.saleImports.importSales);
export const useUndoImport = () => useSalesChange(laterApi.saleImports.undoImport);
