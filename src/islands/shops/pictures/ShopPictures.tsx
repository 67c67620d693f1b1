import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ShopPicture } from '../../../contract/shops/shop-fields.ts'
import { isFigureUrl } from '../../../domain/pictures/drawing-names.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import { pictureEditing, openPictureEditor } from '../../../stores/shops/picture-editor.ts'
import * as store from '../../../stores/shops/shop-pictures.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ArrowLeft, ArrowRight, Crop, GripVertical, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button/Button.tsx'

type PictureCardProps = {
  picture: ShopPicture
  place: number
  count: number
  /** Being dragged, or dragged over. */
  lifted: boolean
  target: boolean
  onLift: () => void
  onOver: () => void
  onDrop: () => void
  onEnd: () => void
  onMove: (place: number) => void
  onEdit: () => void
  onDelete: () => void
}

/** A shop picture: reordered by dragging or by its buttons. */
const PictureCard = (props: PictureCardProps) => {
  const { picture, place, count, lifted, target } = props
  const name = picture.caption || `图片 ${place + 1}`
  const round = 'max-md:size-11'
  return (
    <li
      className={`overflow-hidden rounded-lg border bg-surface ${target ? 'border-accent' : 'border-line'} ${lifted ? 'opacity-40' : ''}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        props.onLift()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        props.onOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
      onDragEnd={props.onEnd}
    >
      <div className="relative cursor-grab">
        <img src={picture.url} alt={name} draggable={false} className="aspect-3/2 w-full bg-surface-2 object-cover" />
        <span className="absolute top-2 left-2 inline-flex h-6 items-center gap-0.5 rounded-sm bg-surface px-1 text-xs text-ink-2 tabular-nums">
          <GripVertical className="size-3.5" aria-hidden />
          {place + 1}
        </span>
      </div>
      <p className="truncate px-3 pt-2.5">{picture.caption || <span className="text-ink-3">没有说明</span>}</p>
      <div className="flex items-center gap-1 p-2">
        <Button
          kind="plain"
          size="sm"
          square
          className={round}
          aria-label={`${name}：前移`}
          disabled={place === 0}
          onClick={() => props.onMove(place - 1)}
        >
          <ArrowLeft className="size-4" />
        </Button>
        <Button
          kind="plain"
          size="sm"
          square
          className={round}
          aria-label={`${name}：后移`}
          disabled={place === count - 1}
          onClick={() => props.onMove(place + 1)}
        >
          <ArrowRight className="size-4" />
        </Button>
        <span className="ml-auto flex gap-1">
          <Button kind="plain" size="sm" className="max-md:h-11" aria-label={`${name}：编辑`} onClick={props.onEdit}>
            <Crop className="size-4" />
            编辑
          </Button>
          <Button kind="plain" size="sm" square className={round} aria-label={`${name}：删除`} onClick={props.onDelete}>
            <Trash2 className="size-4" />
          </Button>
        </span>
      </div>
    </li>
  )
}

// Lazy: the cropper is larger than the rest of the page and rarely used.
const PictureDialog = lazy(() => import('./PictureDialog.tsx').then((module) => ({ default: module.PictureDialog })))

const Pictures = ({ pictures }: { pictures: readonly ShopPicture[] }) => {
  const [lifted, setLifted] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const move = (picture: ShopPicture, place: number) => {
    setSaid(`${picture.caption || '图片'}移到第 ${place + 1} 位`)
    void store.movePicture(picture.pictureId, place)
  }
  const drop = (place: number) => {
    const picture = pictures.find(({ pictureId }) => pictureId === lifted)
    if (picture !== undefined && pictures[place] !== picture) move(picture, place)
    setLifted(null)
    setOver(null)
  }
  return (
    <>
      <span className="sr-only" role="status">
        {said}
      </span>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 desk:grid-cols-4">
        {pictures.map((picture, place) => (
          <PictureCard
            key={picture.pictureId}
            picture={picture}
            place={place}
            count={pictures.length}
            lifted={lifted === picture.pictureId}
            target={over === place && lifted !== null && lifted !== picture.pictureId}
            onLift={() => setLifted(picture.pictureId)}
            onOver={() => setOver(place)}
            onDrop={() => drop(place)}
            onEnd={() => {
              setLifted(null)
              setOver(null)
            }}
            onMove={(next) => move(picture, next)}
            onEdit={() => openPictureEditor(picture)}
            onDelete={() => store.openPictureDeletion(picture)}
          />
        ))}
      </ul>
    </>
  )
}

const Deleting = () => {
  const deleting = useStore(store.pictureDeletion)
  const asked = deleting.at === 'none' ? undefined : deleting
  const refusal = asked?.failure ? `删除失败：${asked.failure.message}。` : ''
  return (
    <Confirm
      open={asked !== undefined}
      title="删除这张图片"
      text={`${refusal}${asked?.picture.caption ? `“${asked.picture.caption}”` : '这张图片'}将不再显示在店铺中。`}
      confirm="删除"
      danger
      busy={asked?.at === 'sending'}
      onCancel={store.closePictureDeletion}
      onConfirm={() => void store.deletePicture().then((done) => done && toast.success('图片已删除'))}
    />
  )
}

/** 店铺图片: upload, crop, caption and reorder the shop's pictures. */
export const ShopPictures = () => {
  const state = useStore(store.shopPictures)
  const items = useStore(store.pictureUploads.items)
  const refused = useStore(store.pictureFailure)
  const edited = useStore(pictureEditing)
  useEffect(() => void store.loadShopPictures(), [])
  const count = state.at === 'ready' ? state.content.length : 0
  const full = store.pictureRoomLeft(count) === 0
  return (
    <>
      <h1 className="text-2xl font-semibold">店铺图片</h1>
      <p className="mt-1 mb-4 text-ink-3">实验室、设备、车间与团队的照片，显示在店铺首页与简介页，第一张最先看到。</p>
      <AsyncContent
        state={state}
        what="店铺图片"
        permission="page_manage"
        onRetry={() => void store.loadShopPictures()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[480px]" />}
      >
        {(pictures) => (
          <>
            {refused && (
              <div className="mb-4">
                <Notice tone="bad" title="保存失败">
                  {refused.message}
                </Notice>
              </div>
            )}
            <div className="mb-4 rounded-lg border border-line bg-surface p-4 md:p-6">
              <Upload
                label={`上传实拍照片（已有 ${pictures.length} 张，最多 ${shopLimits.pictures} 张）`}
                files={items}
                disabled={full}
                accept={acceptOf('picture')}
                rule={full ? '已达上限，请先删除不用的图片' : `${fileRules.picture.words}，可一次选择多张，横图为佳`}
                onAdd={(files) => store.addPictures(files)}
                onRemove={(id) => store.pictureUploads.remove(id)}
                onRetry={(id) => store.pictureUploads.retry(id)}
              />
            </div>
            {pictures.some(({ url }) => isFigureUrl(url)) && (
              <p className="mb-4 text-sm text-ink-3">
                标有“示意图”的是绘制的图片；有了照片后，店铺首页与简介页只显示照片。
              </p>
            )}
            {pictures.length === 0 ? (
              cardFrame(<EmptyState title="暂无店铺图片" text="添加 3 张以上的照片，买家更容易了解您的实力。" />)
            ) : (
              <Pictures pictures={pictures} />
            )}
          </>
        )}
      </AsyncContent>
      {edited.at === 'open' && (
        <Suspense>
          <PictureDialog />
        </Suspense>
      )}
      <Deleting />
      <Toaster />
    </>
  )
}
