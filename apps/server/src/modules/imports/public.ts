export type { Importer } from './importer.ts';
