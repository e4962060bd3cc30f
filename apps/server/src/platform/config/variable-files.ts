import { readFileSync } from 'node:fs'
import { codeOf } from '../errors.ts'
import { ConfigError } from './config.ts'
import { variableGroups } from './variables.ts'

const names = variableGroups.flatMap(({ variables }) => Object.keys(variables))

const readValue = (name: string, path: string): string => {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    throw new ConfigError(`設定の誤り ${name}：ファイル ${path} を読み取れません（${codeOf(error)}）。`)
  }
  // Empty would count as not set, and an empty embedded database start in place of the one that was meant.
  if (text === '') throw new ConfigError(`設定の誤り ${name}：ファイル ${path} が空です。`)
  return text
}

/**
 * Sets variables whose value is in a file, as containers and systemd hand secrets over: `JWT_SECRET_FILE` names the file that
 * `JWT_SECRET` is read from, and so for every variable of ours. Blanks and line breaks at the end do not count.
 * @throws ConfigError where such a file cannot be read or is empty, or a variable is set in both ways; never with a value
 */
export const loadVariableFiles = (environment: NodeJS.ProcessEnv = process.env): void => {
  for (const name of names) {
    const fileName = `${name}_FILE`
    const path = environment[fileName]?.trim()
    delete environment[fileName]
    if (!path) continue
    if (environment[name]?.trim()) throw new ConfigError(`設定の誤り ${fileName}：${name} とどちらか一方だけを指定してください。`)
    environment[name] = readValue(fileName, path)
  }
}
