import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressedKinds = /\.(?:js|css|html|svg|wasm|webmanifest)$/
const leastBytes = 1_024
const atOnce = 4
/** The highest level makes files some 8 % shorter than the ninth and takes ten times as long: 8 s of a processor. */
const quality = { release: 11, start: 5 }

/**
 * Writes a gzip and a Brotli copy beside each file that has none yet, which the server hands out as they are: nobody waits while it
 * compresses. A build that a start makes for itself (`--mode start`) compresses less.
 */
export const compressed = (): Plugin => {
  let folder = ''
  let brotliQuality = quality.release
  let isWritten = false
  const compress = async (name: string) => {
    const path = join(folder, name)
    if (!compressedKinds.test(name) || existsSync(`${path}.br`)) return
    const bytes = await readFile(path)
    if (bytes.length < leastBytes) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  }
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build, mode }) => {
      folder = join(root, build.outDir)
      if (mode === 'start') brotliQuality = quality.start
    },
    writeBundle: () => {
      isWritten = true
    },
    closeBundle: async () => {
      // Of a build that fails there is nothing to compress, and its own error is the one to report.
      if (!isWritten) return
      const names = await readdir(folder, { recursive: true })
      const lane = async () => {
        for (let name = names.pop(); name !== undefined; name = names.pop()) await compress(name)
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
    },
  }
}
