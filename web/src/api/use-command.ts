import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that a form sends. The second press of a double click comes before the first one is rendered, so what
 * is under way is known here, and not only by the button that will show it.
 */
export function useCommand<Reply, Input>(
  options: UseMutationOptions<Reply, Error, Input> &
    Required<Pick<UseMutationOptions<Reply, Error, Input>, 'mutationFn'>>,
) {
  const isUnderWay = useRef(false);
  const { mutate, ...mutation } = useMutation<Reply, Error, Input>({
    ...options,
    mutationFn: async (input, context) => {
      try {
        return await options.mutationFn(input, context);
      } finally {
        isUnderWay.current = false;
      }
    },
  });
  const mutateOnce: typeof mutate = (...words) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(...words);
  };
  return { ...mutation, mutate: mutateOnce };
}
