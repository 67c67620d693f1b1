import { useStore } from '@nanostores/react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { shopPictureRatio, shopLimits } from '../../../domain/shops/shop-rules.ts'
import * as store from '../../../stores/shops/picture-editor.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

type Open = Extract<store.PictureEditing, { at: 'open' }>

/** Zoom range, and the slider's step. */
const zooms = { least: 1, most: 3, step: 0.05 } as const

const Editor = ({ now, onArea }: { now: Open; onArea: (area: store.PictureArea | null) => void }) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState<number>(zooms.least)
  const [cuts, setCuts] = useState(false)
  const [area, setArea] = useState<store.PictureArea | null>(null)
  const choose = (on: boolean) => {
    setCuts(on)
    onArea(on ? area : null)
  }
  return (
    <div className="space-y-4">
      {now.refusal !== '' && (
        <Notice tone="bad" title="保存失败">
          {now.refusal}
        </Notice>
      )}
      {cuts ? (
        <>
          <div className="relative h-72 overflow-hidden rounded-lg bg-surface-3">
            <Cropper
              image={now.picture.url}
              crop={crop}
              zoom={zoom}
              minZoom={zooms.least}
              maxZoom={zooms.most}
              aspect={shopPictureRatio}
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_percent, pixels) => {
                setArea(pixels)
                onArea(pixels)
              }}
            />
          </div>
          <label className="flex items-center gap-3 max-md:min-h-11">
            <span className="shrink-0 text-ink-2">缩放</span>
            <input
              type="range"
              className="w-full accent-accent"
              min={zooms.least}
              max={zooms.most}
              step={zooms.step}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
          <p className="text-sm text-ink-3">拖动图片选择范围，也可用方向键移动。店铺页按 3:2 显示。</p>
        </>
      ) : (
        <img src={now.picture.url} alt="" className="h-72 w-full rounded-lg bg-surface-3 object-contain" />
      )}
      <Checkbox checked={cuts} onChange={(event) => choose(event.target.checked)}>
        裁剪为 3:2
      </Checkbox>
      <Input
        label="图片说明"
        maxLength={shopLimits.caption}
        typed={now.caption.length}
        placeholder="如：比格犬饲养区"
        hint="显示在图片下方，也供读屏软件朗读"
        value={now.caption}
        onChange={(event) => store.setPictureCaption(event.target.value)}
      />
    </div>
  )
}

/** One picture: caption and crop area. */
export const PictureDialog = () => {
  const now = useStore(store.pictureEditing)
  const [area, setArea] = useState<store.PictureArea | null>(null)
  const sending = now.at === 'open' && now.percent !== null
  const save = () =>
    void store.saveEditedPicture(area).then((saved) => {
      if (!saved) return
      setArea(null)
      toast.success('图片已保存')
    })
  const close = () => {
    setArea(null)
    store.closePictureEditor()
  }
  return (
    <Dialog
      open={now.at === 'open'}
      onClose={close}
      title="编辑图片"
      width="md"
      actions={
        <>
          <Button onClick={close}>取消</Button>
          <Button kind="main" busy={sending} onClick={save}>
            {sending && area !== null ? `保存 ${now.percent ?? 0}%` : '保存'}
          </Button>
        </>
      }
    >
      {now.at === 'open' && <Editor key={now.picture.pictureId} now={now} onArea={setArea} />}
    </Dialog>
  )
}
