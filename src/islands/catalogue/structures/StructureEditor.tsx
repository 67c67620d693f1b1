import { useEffect, useRef, useState } from 'react'
import type { CanvasEditor } from 'openchemlib'
import { Button } from '../../../ui/button/Button.tsx'

type Props = {
  /** SMILES or molfile to begin with; later texts replace the drawing when they come from elsewhere. */
  value: string
  /** The drawing as SMILES; empty when nothing is drawn. */
  onChange: (smiles: string) => void
}

/** The drawing board. Its library of some 300 KB is loaded with it. */
export const StructureEditor = (props: Props) => {
  const [tries, setTries] = useState(0)
  return <Board key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

const Board = ({ value, onChange, onRetry }: Props & { onRetry: () => void }) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<CanvasEditor | null>(null)
  /** The text that the board shows. */
  const shown = useRef<string | null>(null)
  const change = useRef(onChange)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    change.current = onChange
  }, [onChange])
  useEffect(() => {
    const place = host.current
    if (place === null) return
    let isGone = false
    import('openchemlib').then(
      ({ CanvasEditor: Canvas }) => {
        if (isGone) return
        const board = new Canvas(place, { initialMode: 'molecule' })
        board.setOnChangeListener(({ type, isUserEvent }) => {
          if (type !== 'molecule' || !isUserEvent) return
          const molecule = board.getMolecule()
          const smiles = molecule.getAllAtoms() === 0 ? '' : molecule.toIsomericSmiles()
          shown.current = smiles
          change.current(smiles)
        })
        editor.current = board
        setState('ready')
      },
      () => {
        if (!isGone) setState('failed')
      },
    )
    return () => {
      isGone = true
      editor.current?.destroy()
      editor.current = null
      shown.current = null
    }
  }, [])
  useEffect(() => {
    const board = editor.current
    if (state !== 'ready' || board === null || shown.current === value) return
    shown.current = value
    void import('openchemlib').then(({ Molecule }) => {
      try {
        board.setMolecule(Molecule.fromText(value) ?? new Molecule(0, 0))
      } catch {
        // A text that is being typed is none yet: the board stays as it is.
      }
    })
  }, [state, value])
  return (
    <div className="relative">
      <div
        ref={host}
        role="application"
        aria-label="结构画板"
        className="h-[420px] overflow-hidden rounded-lg border border-line bg-surface max-md:h-[360px]"
      />
      {state === 'loading' && (
        <p className="absolute inset-0 grid place-items-center text-ink-3" role="status">
          画板加载中
        </p>
      )}
      {state === 'failed' && (
        <p className="absolute inset-0 grid place-items-center" role="alert">
          <span>
            画板加载失败，
            <Button kind="link" onClick={onRetry}>
              重试
            </Button>
            ，或直接粘贴 SMILES
          </span>
        </p>
      )}
    </div>
  )
}
