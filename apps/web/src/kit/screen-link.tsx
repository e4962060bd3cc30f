import type { LinkComponent } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { go } from '../platform/go.ts'
import { writeSearch } from '../platform/search-text.ts'

type Target = {
  readonly to: string
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly search?: Readonly<Record<string, unknown>> | undefined
}

const hrefOf = ({ to, params, search }: Target): string =>
  to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')) + writeSearch(search ?? {})

// A new tab or window is the browser's.
const isForBrowser = ({ defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey

const PlainLink = ({ to, params, search, children, ...rest }: Target & ComponentProps<'a'>) => (
  <a
    {...rest}
    href={hrefOf({ to, params, search })}
    onClick={(event) => {
      if (isForBrowser(event)) return
      event.preventDefault()
      void go({ to, params: params ?? {}, search: search ?? {} } as never)
    }}
  >
    {children}
  </a>
)

/** A link to a screen, written as the router's `Link`, for the parts of the home and its frame, which show before the router is loaded. */
export const ScreenLink = PlainLink as never as LinkComponent<'a'>
