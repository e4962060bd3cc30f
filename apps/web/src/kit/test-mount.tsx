import { currentLanguage } from '../platform/texts.ts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import '../platform/base.css'
import { Look } from '../platform/look.tsx'
import { leadBy } from '../platform/go.ts'
import { DialogHost } from './dialog-host.tsx'
import { currentDialogs } from './dialogs.ts'

/**
 * Draws a part of the console alone, on an office's screen: in its look, with a place for dialogs, and with an address of its own.
 * @returns the search of that address
 */
export const mount = async (Part: () => ReactNode, search = ''): Promise<() => Record<string, unknown>> => {
  await page.viewport(1440, 900)
  // As the console's page says: it decides which fonts are used. The page of a test says English, or what a test before chose.
  document.documentElement.lang = currentLanguage()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    // A question that a failed test leaves open would cover the parts of all tests after it.
    for (const dialog of currentDialogs()) dialog.answer(false)
    root.unmount()
    place.remove()
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: Part }),
    history: createMemoryHistory({ initialEntries: [`/${search}`] }),
  })
  leadBy(router.navigate)
  root.render(
    <Look>
      <RouterProvider router={router as never} />
      <DialogHost />
    </Look>,
  )
  return () => router.state.location.search
}
