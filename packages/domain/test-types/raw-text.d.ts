/** Text files as tests import them. */
declare module '*.csv?raw' {
  const text: string;
  export default text;
}
