import { usePhrase } from '../../platform/phrases.ts'

// As the server words it: WindowsのChrome, of names in Latin letters.
const browserOfSystem = /^([\x20-\x7e]+)の([\x20-\x7e]+)$/

/** What the server calls a browser or a program, in the language of the page. */
export const useBrowserName = (): ((words: string) => string) => {
  const phrase = usePhrase()
  return (words) => {
    const translated = phrase(words)
    return document.documentElement.lang === 'ja' ? words : translated.replace(browserOfSystem, '$2 ($1)')
  }
}

export const BrowserName = ({ words }: { readonly words: string }) => useBrowserName()(words)
