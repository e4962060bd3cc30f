import { useEffect, useState } from 'react'
import { type PosterLink, readSite, type Site } from './calls.ts'
import { keepSite, keptSite } from './kept-reports.ts'

const againMs = 5_000

export type SiteState = {
  readonly site: Site | undefined
  /** `ended`: the link was revoked. `away`: the server is not reached. */
  readonly problem: 'ended' | 'away' | undefined
}

/** What the page shows of the site: what it showed last until the server answers, which is tried until it does. */
export const useSite = (link: PosterLink | undefined): SiteState => {
  const [state, setState] = useState<SiteState>(() => ({
    site: link === undefined ? undefined : keptSite(link),
    problem: link === undefined ? 'ended' : undefined,
  }))
  useEffect(() => {
    if (link === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      clearTimeout(timer)
      const answer = await readSite(link)
      if (isOver) return
      if (answer.kind === 'answered') {
        keepSite(link, answer.value)
        setState({ site: answer.value, problem: undefined })
        return
      }
      const problem = answer.kind === 'ended' ? 'ended' : 'away'
      setState(({ site }) => ({ site, problem }))
      if (problem === 'away') timer = setTimeout(() => void look(), againMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [link])
  return state
}
