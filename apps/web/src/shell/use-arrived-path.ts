import { useRouterState } from '@tanstack/react-router'

/** The path of the screen that is shown; undefined before the first. */
export const useArrivedPath = (): string | undefined => useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
