import { imageZoomRange } from '../../map-canvas/overlay-geometry.ts'

/** What a key does to the drawing: moves it by CSS pixels, scales it, or turns it clockwise. */
export type Stroke =
  | { readonly kind: 'move'; readonly right: number; readonly down: number }
  | { readonly kind: 'scale'; readonly factor: number }
  | { readonly kind: 'turn'; readonly degrees: number }

type Key = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** With Shift a key goes so much further. */
const further = 10

/** What a key means; null for one that means nothing here. */
export const keyStroke = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): Stroke | null => {
  if (ctrlKey || metaKey || altKey) return null
  const far = shiftKey ? further : 1
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'move', right: -far, down: 0 }
    case 'ArrowRight':
      return { kind: 'move', right: far, down: 0 }
    case 'ArrowUp':
      return { kind: 'move', right: 0, down: -far }
    case 'ArrowDown':
      return { kind: 'move', right: 0, down: far }
    // Where + needs Shift, = or ; is the same key without it.
    case '+':
    case '=':
    case ';':
      return { kind: 'scale', factor: imageZoomRange.step }
    case '-':
      return { kind: 'scale', factor: 1 / imageZoomRange.step }
    case '[':
    case '{':
    case '「':
      return { kind: 'turn', degrees: -far }
    case ']':
    case '}':
    case '」':
      return { kind: 'turn', degrees: far }
    default:
      return null
  }
}
