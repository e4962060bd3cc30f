import { chmod, chown, open, readFile, rename, stat } from 'node:fs/promises'
import { quoted } from './settings-file.ts'

const setLine = (name: string) => new RegExp(String.raw`^\s*${name}\s*=`)
const exampleLine = (name: string) => new RegExp(String.raw`^\s*#\s*${name}\s*=`)

/** The text of a file of settings with a variable set, beside its comment where it has one; `undefined` comments it out. */
export const withVariable = (text: string, name: string, value: string | undefined): string => {
  const lines = text.replace(/\n$/, '').split('\n')
  if (value === undefined) return lines.map((line) => (setLine(name).test(line) ? `#${line}` : line)).join('\n') + '\n'
  const rest = lines.filter((line) => !setLine(name).test(line))
  const example = rest.findIndex((line) => exampleLine(name).test(line))
  return rest.toSpliced(example < 0 ? rest.length : example + 1, 0, `${name}=${quoted(value)}`).join('\n') + '\n'
}

/** Sets a variable in a file of settings, whole or not at all; who may read the file stays as it is. */
export const changeEnvironmentFile = async (path: string, name: string, value: string | undefined): Promise<void> => {
  const text = await readFile(path, 'utf8')
  const { mode, uid, gid } = await stat(path)
  const draft = `${path}.${process.pid}.new`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(withVariable(text, name, value))
    await file.sync()
  } finally {
    await file.close()
  }
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await chmod(draft, mode & 0o777)
  await rename(draft, path)
}
