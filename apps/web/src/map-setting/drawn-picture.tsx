import { useEffect, useRef } from 'react'
import type { LoadedPicture } from '../map-canvas/picture.ts'

type DrawnPictureProps = {
  readonly picture: LoadedPicture
  /** What it is called; nothing where the words stand beside it. */
  readonly label?: string
  readonly className?: string | undefined
  readonly style?: { readonly transform: string } | undefined
}

/** A drawing that was read, in its own pixels. */
export const DrawnPicture = ({ picture: { bitmap, isLines }, label, ...look }: DrawnPictureProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  const words = label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} data-lines={isLines} {...words} {...look} />
}
