import { RouterProvider } from '@tanstack/react-router'
import { leadBy } from './platform/go.ts'
import { router } from './routes.tsx'

export { endConsoleSession } from './routes.tsx'
export { router }

/** The whole console; it leads to its screens from then on. */
export const Console = () => {
  leadBy(router.navigate)
  return <RouterProvider router={router} />
}
