import type { Plugin } from 'vite'

/** The sections of the translated texts that only the server's notices and papers have, and the page behind a poster. */
const notInConsole = ['notice', 'channel', 'poster', 'siteReport'] as const

/** Leaves out of each language what no screen of the console shows. */
export const consoleTexts = (): Plugin => ({
  name: 'console-texts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/\/packages\/texts\/src\/[\w-]+\.json$/.test(id)) return null
    const left = Object.entries(JSON.parse(code) as object).filter(([section]) => !notInConsole.some((name) => name === section))
    return { code: JSON.stringify(Object.fromEntries(left)), map: null }
  },
})
