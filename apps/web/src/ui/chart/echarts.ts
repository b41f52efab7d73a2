import { BarChart, LineChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

export type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
export type { GridComponentOption, LegendComponentOption, TooltipComponentOption } from 'echarts/components';
export type { ComposeOption } from 'echarts/core';

register([
  BarChart,
  LineChart,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  CanvasRenderer,
]);

export { init };
