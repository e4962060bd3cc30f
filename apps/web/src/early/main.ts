import { askFirstCalls } from './ask-first-calls.ts'
import { showEarlyDangers } from './early-dangers.ts'

// A script of its own, beside the start page, since the content security policy allows no inline script: it runs before the console's
// code has come. What fails here the console does in its own way.
try {
  const first = askFirstCalls()
  if (first !== undefined) globalThis.earlyDangers = showEarlyDangers(first).catch(() => undefined)
} catch {}
