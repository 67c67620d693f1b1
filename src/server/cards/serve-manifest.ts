import { area } from '../../../areas/current.ts'
import { links } from '../../domain/links.ts'

const manifest = JSON.stringify({
  name: area.title,
  short_name: area.title.slice(0, 12),
  description: area.description,
  lang: 'zh-CN',
  id: links.home(),
  start_url: links.home(),
  scope: '/',
  display: 'browser',
  theme_color: area.accent,
  background_color: '#ffffff',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-mask.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** GET /manifest.webmanifest: name, colours and icons of the area, for who puts the site on a home screen. */
export const serveManifest = (): Response =>
  new Response(manifest, {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
