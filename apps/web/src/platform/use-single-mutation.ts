import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

type SingleMutationOptions<Answer, Given> = Omit<UseMutationOptions<Answer, Error, Given>, 'mutationFn'> & {
  readonly mutationFn: (given: Given) => Promise<Answer>
}

/**
 * A mutation that is not begun a second time while it is on its way. A button shows that it is busy only once it is drawn
 * again, and a second click may be faster.
 */
export const useSingleMutation = <Answer, Given = void>({
  mutationFn,
  ...options
}: SingleMutationOptions<Answer, Given>): Pick<UseMutationResult<Answer, Error, Given>, 'mutate' | 'isPending' | 'error' | 'reset'> => {
  const isUnderWay = useRef(false)
  const { mutate, isPending, error, reset } = useMutation<Answer, Error, Given>({
    ...options,
    mutationFn: async (given) => {
      try {
        return await mutationFn(given)
      } finally {
        isUnderWay.current = false
      }
    },
  })
  return {
    mutate: (...given) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(...given)
    },
    isPending,
    error,
    reset,
  }
}
