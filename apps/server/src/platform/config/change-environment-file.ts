import { chmod, chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { quoted } from './settings-file.ts'

const setLine = (name: string) => new RegExp(String.raw`^\s*${name}\s*=`)
const exampleLine = (name: string) => new RegExp(String.raw`^\s*#\s*${name}\s*=`)

/** The text of a file of settings with a variable set, beside its comment where it has one; `undefined` takes it out, since it may be a secret. */
export const withVariable = (text: string, name: string, value: string | undefined): string => {
  const lines = text.replace(/\n$/, '').split('\n')
  const rest = lines.filter((line) => !setLine(name).test(line))
  if (value === undefined) return rest.join('\n') + '\n'
  const example = rest.findIndex((line) => exampleLine(name).test(line))
  return rest.toSpliced(example < 0 ? rest.length : example + 1, 0, `${name}=${quoted(value)}`).join('\n') + '\n'
}

/** Sets a variable in a file of settings, whole or not at all; who may read the file stays as it is. */
export const changeEnvironmentFile = async (file: string, name: string, value: string | undefined): Promise<void> => {
  // A link stays one.
  const path = await realpath(file)
  const text = await readFile(path, 'utf8')
  const { mode, uid, gid } = await stat(path)
  const draft = `${path}.${process.pid}.new`
  try {
    await writeFile(draft, withVariable(text, name, value), { flag: 'wx', mode: 0o600, flush: true })
    if (process.getuid?.() === 0) await chown(draft, uid, gid)
    await chmod(draft, mode & 0o777)
    await rename(draft, path)
  } catch (error) {
    // It holds every secret of the settings.
    await rm(draft, { force: true })
    throw error
  }
}
