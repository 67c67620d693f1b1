import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ShopPicture } from '../../contract/shops/shop-fields.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { editing, open } from '../../stores/shops/picture-editor.ts'
import * as store from '../../stores/shops/shop-pictures.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { toast } from '../../ui/toast.ts'
import { Upload } from '../../ui/Upload.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { PictureCard } from './PictureCard.tsx'

// The cutter weighs more than the rest of the page, and most visits need none.
const PictureDialog = lazy(() => import('./PictureDialog.tsx').then((module) => ({ default: module.PictureDialog })))

const Pictures = ({ pictures }: { pictures: readonly ShopPicture[] }) => {
  const [lifted, setLifted] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const move = (picture: ShopPicture, place: number) => {
    setSaid(`${picture.caption || '图片'}移到第 ${place + 1} 位`)
    void store.move(picture.pictureId, place)
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
            onEdit={() => open(picture)}
            onDelete={() => store.askDelete(picture)}
          />
        ))}
      </ul>
    </>
  )
}

const Deleting = () => {
  const deleting = useStore(store.deleting)
  const asked = deleting.at === 'none' ? undefined : deleting
  const refusal = asked?.failure ? `没有删除：${asked.failure.message}。` : ''
  return (
    <Confirm
      open={asked !== undefined}
      title="删除这张图片"
      text={`${refusal}${asked?.picture.caption ? `“${asked.picture.caption}”` : '这张图片'}将不再显示在店铺中。`}
      confirm="删除"
      danger
      busy={asked?.at === 'sending'}
      onCancel={store.dropDelete}
      onConfirm={() => void store.confirmDelete().then((done) => done && toast.good('图片已删除'))}
    />
  )
}

/** 店铺图片: upload, cut, describe and order the pictures of the shop. */
export const ShopPictures = () => {
  const state = useStore(store.pictures)
  const items = useStore(store.uploads.items)
  const refused = useStore(store.refused)
  const edited = useStore(editing)
  useEffect(() => void store.load(), [])
  const count = state.at === 'ready' ? state.content.length : 0
  const full = store.roomLeft(count) === 0
  return (
    <>
      <h1 className="text-2xl font-semibold">店铺图片</h1>
      <p className="mt-1 mb-4 text-ink-3">实验室、设备、车间与团队的照片，显示在店铺首页与简介页，第一张最先看到。</p>
      <Shown
        state={state}
        what="店铺图片"
        permission="corporate_show"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={8} className="min-h-[480px]" />}
      >
        {(pictures) => (
          <>
            {refused && (
              <div className="mb-4">
                <Notice tone="bad" title="没有保存">
                  {refused.message}
                </Notice>
              </div>
            )}
            <div className="mb-4 rounded-lg border border-line bg-surface p-4 md:p-6">
              <Upload
                label={`添加图片（已有 ${pictures.length} 张，最多 ${shopLimits.pictures} 张）`}
                files={items}
                disabled={full}
                accept={acceptOf('picture')}
                rule={full ? '已达上限，请先删除不用的图片' : `${fileRules.picture.words}，可一次选择多张，横图为佳`}
                onAdd={(files) => store.add(files)}
                onRemove={(id) => store.uploads.remove(id)}
                onRetry={(id) => store.uploads.retry(id)}
              />
            </div>
            {pictures.length === 0 ? (
              card(<EmptyState title="还没有店铺图片" text="添加 3 张以上的照片，买家更容易了解您的实力。" />)
            ) : (
              <Pictures pictures={pictures} />
            )}
          </>
        )}
      </Shown>
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
