#version 300 es
precision highp float;
// What every scene has at hand: the time in seconds, the picture's size and smooth noise.
uniform float time;
uniform float seconds;
uniform vec2 size;
out vec4 colour;

float hash(vec2 p) {
  vec3 q = fract(vec3(p.xyx) * .1031);
  q += dot(q, q.yzx + 33.33);
  return fract((q.x + q.y) * q.z);
}

float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  vec2 u = f * f * f * (f * (f * 6. - 15.) + 10.);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), u.x),
             mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), u.x), u.y);
}

float fbm(vec2 p, int octaves) {
  float sum = 0., gain = .5;
  for (int i = 0; i < octaves; i++) {
    sum += gain * noise(p);
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + 7.3;
    gain *= .5;
  }
  return sum;
}

// A round star with a soft edge in each cell of a grid; `share` of the cells have one.
float stars(vec2 p, float share, float radius) {
  vec2 cell = floor(p), at = vec2(hash(cell + 3.1), hash(cell + 8.7)) * .7 + .15;
  float lit = step(hash(cell + 1.7), share), d = length(fract(p) - at);
  return lit * (.35 + .65 * hash(cell + 5.2)) * exp(-d * d / (radius * radius));
}

// Conifers along a ground line: how much of the pixel they cover.
float pines(vec2 p, float ground, float width, float tall, float seed) {
  float shade = smoothstep(.002, -.002, p.y - ground);
  for (int k = -2; k <= 2; k++) {
    float cell = floor(p.x / width) + float(k), r = hash(vec2(cell, seed));
    float x = (cell + .2 + .6 * hash(vec2(cell, seed + 4.))) * width;
    float h = tall * (.35 + .65 * r * r), y = (p.y - ground) / h;
    float tier = fract(y * 5.5);
    float reach = width * (.62 + .3 * r) * (1. - y) * (.62 + .38 * (1. - tier));
    shade = max(shade, step(-.1, y) * step(y, 1.) * smoothstep(.0015, -.0015, abs(p.x - x) - reach));
  }
  return shade;
}

vec3 scene(vec2 p);

void main() {
  // x runs from -.89 to .89, y from 0 at the bottom to 1.
  vec2 p = vec2((gl_FragCoord.x - .5 * size.x) / size.y, gl_FragCoord.y / size.y);
  vec3 c = scene(p);
  float fade = smoothstep(0., 1.2, time) * smoothstep(seconds, seconds - 1.4, time);
  // Still grain of about one step hides banding and costs nothing between key frames.
  float grain = hash(gl_FragCoord.xy) + hash(gl_FragCoord.yx + 91.) - 1.;
  colour = vec4(pow(max(c, 0.), vec3(1. / 1.1)) * fade + grain * 1.4 / 255., 1.);
}
