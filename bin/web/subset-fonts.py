"""Cuts the faces of the visitors' pages out of the packaged fonts: the letters of English text, the weights in use, no more.

Needs fonttools and brotli (pip install fonttools brotli). The results are committed, so that nobody else needs them.
"""
import os
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

root = os.path.join(os.path.dirname(__file__), "../..")
packages = os.path.join(root, "node_modules/@fontsource-variable")
out = os.path.join(root, "src/web/site/fonts")
letters = [*range(0x20, 0x7F), 0xA0, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]


def cut(source, name, features, **axes):
    font = TTFont(os.path.join(packages, source))
    if axes:
        instancer.instantiateVariableFont(font, axes, inplace=True)
    # Kerning that varies along the axes is half of the file, and nobody sees it vary: it stays as the default has it.
    still = instancer.AxisLimits({axis.axisTag: axis.defaultValue for axis in font["fvar"].axes})
    instancer.instantiateOTL(font, still.limitAxesAndPopulateDefaults(font).normalize(font))
    options = subset.Options(layout_features=features, hinting=False, flavor="woff2")
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    subset.save_font(font, os.path.join(out, f"{name}.woff2"), options)


cut("imbue/files/imbue-latin-opsz-normal.woff2", "imbue", ["kern"], wght=(400, 520))
cut("instrument-sans/files/instrument-sans-latin-wdth-normal.woff2", "instrument-sans", ["kern", "tnum"])
