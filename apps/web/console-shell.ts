import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from '@mimamori/contract/screens'
import type { Plugin, Rolldown } from 'vite'
import { earlyScriptName } from './early-script.ts'

const workerName = 'service-worker.js'
type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } }

/** Screens that show without the frame, by links: they look for a new build themselves, and are started by the server's page each time. */
const apart: readonly string[] = [screens.wallboard.path, screens.gateCheck.path]

/** The first parts of the paths of all screens that the stored page may open. */
const firstParts = [
  ...new Set(
    Object.values(screens)
      .filter(({ path }) => !apart.includes(path))
      .map(({ path }) => path.split('/')[1] ?? ''),
  ),
]

/** The files that hold some modules, and all that these import. */
const filesOf = (bundle: Bundle, modules: readonly string[]): string[] => {
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
  const found = new Set<string>()
  const waiting = chunks.filter(({ moduleIds, facadeModuleId }) =>
    modules.some((module) => facadeModuleId === module || moduleIds.includes(module)),
  )
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk.fileName)) continue
    found.add(chunk.fileName)
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file)
    waiting.push(...chunks.filter(({ fileName }) => chunk?.imports.includes(fileName)))
  }
  return [...found].toSorted().map((file) => `/${file}`)
}

const linkOf = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

/**
 * Writes the start pages and the console's service worker. A start page is the index with what its first screen needs, which is so
 * asked for at once instead of one after the other; the server sends it for its path. Into the worker goes what is of this build.
 * @param starts the modules that a start page shows, by its name
 */
export const consoleShell = (starts: Readonly<Record<string, readonly string[]>>): Plugin => {
  let folder = ''
  let publicFolder = ''
  // What keeps its name is of this build, too: files beside the scripts, and the worker.
  const unnamed = () =>
    [join(folder, workerName), ...readdirSync(publicFolder).map((name) => join(publicFolder, name))].map((path) => readFileSync(path))
  const workerOf = (values: object) =>
    `${Object.entries(values)
      .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
      .join('')}${readFileSync(join(folder, workerName), 'utf8')}`
  return {
    name: 'console-shell',
    enforce: 'post',
    configResolved: ({ root, publicDir }) => {
      folder = root
      publicFolder = publicDir
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${workerName}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(workerOf({ build: '', entry: '', files: [], firstParts: [] }))
      })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('the console has no start page')
        const html = String(index.source)
        const entry = /src="(\/assets\/[^"]+)"/.exec(html)?.[1]
        if (entry === undefined) throw new Error('the start page names no script')
        for (const [name, modules] of Object.entries(starts)) {
          const links = filesOf(bundle, modules)
            .filter((file) => !html.includes(file))
            .map(linkOf)
          const source = html.replace('</head>', `${links.join('\n    ')}\n  </head>`)
          if (name === 'index') index.source = source
          else this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
        const files = Object.keys(bundle)
          .filter((file) => /^assets\/.+\.(?:js|css)$/.test(file))
          .toSorted()
          .map((file) => `/${file}`)
        const hash = createHash('sha256').update(files.join())
        for (const content of unnamed()) hash.update(content)
        // So does the script that runs first, which another plugin made.
        const early = bundle[earlyScriptName]
        if (early?.type === 'asset') hash.update(early.source)
        const build = hash.digest('hex').slice(0, 12)
        this.emitFile({ type: 'asset', fileName: workerName, source: workerOf({ build, entry, files, firstParts }) })
      },
    },
  }
}
