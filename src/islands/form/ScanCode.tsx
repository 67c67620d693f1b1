import { Camera, ImageUp, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { readCode } from './read-code.ts'

type Props = {
  /** What the code holds: 样品编号. */
  label: string
  /** Called with the text of the code, or with what was typed. */
  onCode: (text: string) => void
  /** What the page found wrong with the last code. */
  error?: string | undefined
  hint?: string | undefined
  /** The page looks up the last code. */
  busy?: boolean | undefined
  /** Characters of a typed code at most. */
  maxLength?: number | undefined
  /** Code that the page was opened with. */
  initial?: string | undefined
}

/** Milliseconds between two looks at the video. */
const lookMs = 250

const noCamera = '无法使用相机：请在浏览器设置中允许本站使用相机，或上传图片、手动输入'
const noCode = '图片中没有识别到二维码，请靠近拍摄、避免反光，或手动输入'

/** Opens the rear camera; rejects without permission or camera. */
const openCamera = () => navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })

/** The picture of the camera until a code is found. */
const CameraView = ({ onFound, onFailed }: { onFound: (text: string) => void; onFailed: () => void }) => {
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onFound)
  const failed = useRef(onFailed)
  useEffect(() => {
    found.current = onFound
    failed.current = onFailed
  })
  useEffect(() => {
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      if (closed.signal.aborted || video.current === null) return
      const text = await readCode(video.current)
      if (closed.signal.aborted) return
      if (text === undefined || text === '') setTimeout(() => void look(), lookMs)
      else found.current(text)
    }
    openCamera().then(
      async (stream) => {
        const stop = () => stream.getTracks().forEach((track) => track.stop())
        if (closed.signal.aborted || video.current === null) return stop()
        closed.signal.addEventListener('abort', stop, { once: true })
        video.current.srcObject = stream
        await video.current.play().catch(() => undefined)
        await look()
      },
      () => closed.signal.aborted || failed.current(),
    )
    return () => closed.abort()
  }, [])
  return (
    <video
      ref={video}
      className="aspect-square w-full max-w-[420px] rounded-lg bg-ink object-cover"
      aria-label="相机画面，请将二维码置于画面中央"
      muted
      playsInline
    />
  )
}

/**
 * Reads a QR code with the camera, from a picture, or as typed: on computers and phones without a camera as well. The
 * code is what the page gets; what it means is up to the page.
 */
export const ScanCode = ({ label, onCode, error, hint, busy = false, maxLength = 200, initial = '' }: Props) => {
  const [text, setText] = useState(initial)
  const [open, setOpen] = useState(false)
  const [fault, setFault] = useState<string>()
  const [hasCamera, setHasCamera] = useState(false)
  const picture = useRef<HTMLInputElement>(null)
  useEffect(() => setHasCamera('mediaDevices' in navigator), [])

  const take = (code: string) => {
    setOpen(false)
    setFault(undefined)
    setText(code.slice(0, maxLength))
    onCode(code.trim())
  }
  const readPicture = async (file: File | undefined) => {
    if (file === undefined) return
    const bitmap = await createImageBitmap(file).catch(() => undefined)
    const code = bitmap === undefined ? undefined : await readCode(bitmap)
    bitmap?.close()
    if (code === undefined || code === '') setFault(noCode)
    else take(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') setFault(`请输入${label}，或扫描二维码`)
    else take(text)
  }
  return (
    <div className="space-y-4">
      {open && (
        <div className="relative w-full max-w-[420px]">
          <CameraView
            onFound={take}
            onFailed={() => {
              setOpen(false)
              setFault(noCamera)
            }}
          />
          <Button
            square
            className="absolute top-2 right-2 max-md:size-11"
            aria-label="关闭相机"
            onClick={() => setOpen(false)}
          >
            <X className="size-5" />
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {hasCamera && !open && (
          <Button kind="main" className="max-md:h-11 max-md:flex-1" disabled={busy} onClick={() => setOpen(true)}>
            <Camera className="size-5" />
            扫一扫
          </Button>
        )}
        <Button className="max-md:h-11 max-md:flex-1" disabled={busy} onClick={() => picture.current?.click()}>
          <ImageUp className="size-5" />
          从图片识别
        </Button>
        <input
          ref={picture}
          type="file"
          hidden
          accept="image/*"
          onChange={(event) => {
            void readPicture(event.target.files?.[0])
            // Allows picking the same picture again.
            event.target.value = ''
          }}
        />
      </div>
      <form className="flex items-start gap-3" onSubmit={submit} noValidate>
        <Input
          className="min-w-0 flex-1"
          label={label}
          hint={hint}
          error={fault ?? error}
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            setFault(undefined)
          }}
        />
        <Button type="submit" className="mt-7 max-md:h-11" busy={busy}>
          确定
        </Button>
      </form>
    </div>
  )
}
