import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './steps.ts'

type BuildInfo = { readonly fileNames?: readonly string[] }

/** Each has a `tsconfig.json`; the root's takes what lies outside of the others. */
const folders = ['.', ...globSync('{apps,packages}/*/tsconfig.json', { cwd: root }).map((path) => dirname(path))]

/** The files that the last run of `tsc` on a folder read, by their paths from the root; undefined where there was none. */
const filesOf = (folder: string): ReadonlySet<string> | undefined => {
  const path = join(root, folder, 'tsconfig.tsbuildinfo')
  if (!existsSync(path)) return undefined
  const { fileNames = [] } = JSON.parse(readFileSync(path, 'utf8')) as BuildInfo
  return new Set(fileNames.map((name) => relative(root, join(root, folder, name))))
}

/** Of a file in no folder of its own: the root's. */
const folderOf = (file: string): string => folders.find((folder) => file.startsWith(`${folder}/`)) ?? '.'

const hasTypes = (file: string) => /\.(tsx?|json)$/.test(file)
const concernsAll = (file: string) => /(^|\/)tsconfig(\.base)?\.json$|^package-lock\.json$/.test(file)

/** The folders whose types these files can break: their own, and those that read them or of which that is not known. */
export const foldersOfTypes = (files: readonly string[], readBy = filesOf): string[] => {
  const typed = files.filter(hasTypes)
  if (typed.length === 0) return []
  const own = new Set(typed.map(folderOf))
  const readsOne = (folder: string) => {
    const read = readBy(folder)
    return read === undefined || typed.some((file) => read.has(file))
  }
  return folders.filter((folder) => own.has(folder) || typed.some(concernsAll) || readsOne(folder))
}
