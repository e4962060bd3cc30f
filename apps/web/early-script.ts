import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { leanContract } from './lean-contract.ts'

/** Its name stays: the service worker stores it with the start page. */
export const earlyScriptName = 'first-calls.js'

/**
 * Adds the script that runs before the console's code has come (`src/early/main.ts`), in one file of its own: what it shared with the
 * console it would have to wait for.
 */
export const earlyScript = (): Plugin => {
  let root = ''
  const make = async (): Promise<string> => {
    const entry = join(root, 'src/early/main.ts')
    const built = (await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [leanContract()],
      build: {
        write: false,
        target: 'es2022',
        lib: { entry, formats: ['iife'], name: 'early' },
      },
    })) as readonly Rolldown.RolldownOutput[]
    return built[0]?.output[0].code ?? ''
  }
  return {
    name: 'early-script',
    configResolved: (config) => {
      root = config.root
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${earlyScriptName}`, (_, response, next) => {
        make().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: earlyScriptName, source: await make() })
    },
  }
}
