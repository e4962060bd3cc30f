import { useEffect, useRef } from 'react'
import type { LoadedPicture } from '../map-canvas/picture.ts'

type DrawnPictureProps = {
  readonly picture: LoadedPicture
  /** No wider than so many pixels: thin lines would get lost where the browser makes a large drawing small by itself. */
  readonly most?: number
  /** Its accessible name; nothing if the words are beside it. */
  readonly label?: string
  readonly className?: string | undefined
  readonly style?: { readonly transform: string } | undefined
}

/** A drawing that was read, in its own pixels. */
export const DrawnPicture = ({ picture: { bitmap, isLines }, most = bitmap.width, label, ...look }: DrawnPictureProps) => {
  const width = Math.min(bitmap.width, most)
  const height = Math.max(1, Math.round((bitmap.height / bitmap.width) * width))
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
  }, [bitmap, width, height])
  const words = label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return <canvas ref={canvas} width={width} height={height} data-lines={isLines} {...words} {...look} />
}
