import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const workerName = 'site-report-worker.js'

/** What the page takes from the console's public files. */
const publicFiles = ['/chosen-theme.js', '/icon.svg']

/** Writes the worker that opens the page of reports without a network, with the addresses of all files of the page in it. */
export const offlinePage = (): Plugin => {
  let folder = ''
  return {
    name: 'offline-page',
    apply: 'build',
    configResolved: ({ root }) => {
      folder = root
    },
    // After the other plugins: the names of the files are final then.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const outputs = Object.values(bundle)
        const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry)?.fileName
        if (entry === undefined) throw new Error('the page of reports has no script')
        const made = outputs.map(({ fileName }) => `/${fileName}`).filter((path) => /\.(?:js|css)$/.test(path))
        const files = [...publicFiles, ...made.toSorted()]
        const worker = readFileSync(join(folder, workerName), 'utf8')
        // The browser takes another worker where this differs; names of files have a hash of their content.
        const build = createHash('sha256').update(files.join()).update(worker).digest('hex').slice(0, 12)
        const values = Object.entries({ build, files, entry: `/${entry}` }).map(
          ([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`,
        )
        this.emitFile({ type: 'asset', fileName: workerName, source: `${values.join('')}${worker}` })
      },
    },
  }
}
