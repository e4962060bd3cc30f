import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planFolder } from './plan-picture.ts'

// Set before the library that reads it is loaded: the plans' words need a Japanese face on every machine.
process.env['FONTCONFIG_FILE'] = join(import.meta.dirname, '../../../../e2e/fonts/fonts.conf')
const { default: sharp } = await import('sharp')

// Line drawings: a few greys are enough, and keep the repository small.
const greys = 24

for (const name of (await readdir(planFolder)).filter((file) => file.endsWith('.svg'))) {
  const picture = await sharp(await readFile(join(planFolder, name)))
    .flatten({ background: '#fff' })
    .png({ palette: true, colours: greys, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer()
  await writeFile(join(planFolder, name.replace('.svg', '.png')), picture)
  process.stdout.write(`drew ${name}, ${Math.round(picture.length / 1_000)} kB\n`)
}
