import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { launchBrowser } from './browser.ts'
import { helpPictureFile, takeHelpPictures } from './help-pictures.ts'
import { addressesWithIds } from './route-addresses.ts'
import { startSite } from './site.ts'

/** `npm run help-pictures`: takes the pictures of the help texts of the built demo into public/pictures/help. */
const site = await startSite({ DEMO: '1' }, { withDatabaseSocket: true })
const browser = await launchBrowser()
try {
  mkdirSync(dirname(helpPictureFile('any')), { recursive: true })
  const addresses = await addressesWithIds(site.url, site.databaseSocket)
  await takeHelpPictures(browser, site.url, addresses, async ({ name }, png) => {
    const webp = await sharp(png).webp({ quality: 72, effort: 6 }).toBuffer()
    await writeFile(helpPictureFile(name), webp)
    process.stdout.write(`${name} ${Math.round(webp.byteLength / 1024)} KB\n`)
  })
} finally {
  await browser.close()
  await site.remove()
}
