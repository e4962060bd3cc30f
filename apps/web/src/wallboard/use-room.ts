import { useLayoutEffect, useRef, useState } from 'react'
import type { Room } from './use-screen-care.ts'

/** The room of an element in units, kept current. */
export const useRoom = (unit: number) => {
  const element = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>()
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    const take = (box: Room) => setRoom({ width: box.width / unit, height: box.height / unit })
    take(element.current.getBoundingClientRect())
    const observer = new ResizeObserver(([entry]) => entry !== undefined && take(entry.contentRect))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [unit])
  return [element, room] as const
}
