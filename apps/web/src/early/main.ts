import { askFirstCalls } from './ask-first-calls.ts'
import { showEarlyDangers } from './early-dangers.ts'

// A script of its own, beside the start page, since the content security policy allows no inline script: it runs before the console's
// code has come. What fails here the console does in its own way.
try {
  const answers = askFirstCalls()
  if (answers !== undefined) globalThis.earlyDangers = showEarlyDangers(answers).catch(() => undefined)
} catch {}
