import { registerHooks } from 'node:module'

// Loaded before the product (`node --import`), which knows nothing of it: the one module that says what time it is says another.
const pressed = JSON.stringify(new URL('pressed-clock.ts', import.meta.url).href)
const knots = process.env['PRESSED_CLOCK'] ?? '[]'

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/apps/server/src/platform/clock.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import { pressedAt } from ${pressed}\nconst knots = ${knots}\nexport const systemClock = () => new Date(pressedAt(knots, Date.now()))\n`,
        }
      : nextLoad(url, context),
})
