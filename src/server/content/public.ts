export { textUrls } from './text-urls.ts'
