import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'map',
  { zoomIn: '放大', zoomOut: '缩小', noTiles: '底图未启用，仅显示经纬网与定位点' },
  { zoomIn: 'Zoom in', zoomOut: 'Zoom out', noTiles: 'No base map; only the grid and the positions are shown' },
);
